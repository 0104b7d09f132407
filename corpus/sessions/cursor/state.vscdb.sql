CREATE TABLE ItemTable(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
CREATE TABLE cursorDiskKV(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
INSERT INTO cursorDiskKV VALUES('composerData:7e6d5c4b-3a29-4180-9f0e-d1c2b3a49586','{"_v":3,"composerId":"7e6d5c4b-3a29-4180-9f0e-d1c2b3a49586","name":"Rename carrierId","createdAt":1789228800000,"lastUpdatedAt":1789228860000,"fullConversationHeadersOnly":[{"bubbleId":"b1","type":1},{"bubbleId":"b2","type":1},{"bubbleId":"b3","type":1}],"workspaceIdentifier":{"id":"w","uri":{"fsPath":"/home/me/code/parcel-app"}}}');
INSERT INTO cursorDiskKV VALUES('bubbleId:7e6d5c4b-3a29-4180-9f0e-d1c2b3a49586:b1','{"type":1,"text":"Rename carrierId to carrier everywhere.","createdAt":"2026-09-12T16:00:00.000Z"}');
INSERT INTO cursorDiskKV VALUES('bubbleId:7e6d5c4b-3a29-4180-9f0e-d1c2b3a49586:b2','{"type":2,"text":"","thinking":{"text":"HIDDEN-REASONING"},"createdAt":"2026-09-12T16:00:05.000Z","toolFormerData":{"toolCallId":"x1","name":"edit_file","rawArgs":"{\"target_file\":\"src/carrier/index.ts\",\"code_edit\":\"x\"}","result":"TOOL-OUTPUT"}}');
INSERT INTO cursorDiskKV VALUES('bubbleId:7e6d5c4b-3a29-4180-9f0e-d1c2b3a49586:b3','{"type":2,"text":"Renamed in 14 files; the API field keeps its old name and is mapped in one place.","createdAt":"2026-09-12T16:00:30.000Z"}');
INSERT INTO cursorDiskKV VALUES('bubbleId:7e6d5c4b-3a29-4180-9f0e-d1c2b3a49586:b9','{"type":1,"text":"REWOUND bubble","createdAt":"2026-09-12T16:01:00.000Z"}');
INSERT INTO cursorDiskKV VALUES('composerData:empty','{"composerId":"empty","createdAt":1789228800000}');
