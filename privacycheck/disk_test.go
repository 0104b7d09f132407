package privacycheck

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"
)

// versions is a repository of files that change little from commit to commit.
const versionsOfFiles = `
git init -q -b main .
for i in $(seq 12); do
 seq 1 $((i*40)) >a; seq 1 $((500-i)) | sed "s/^/line /" >b; echo $i >>b; head -c $((i*3000)) /dev/zero >c; echo $i >>c; : >empty
 mkdir -p d; seq $i >d/$i
 git add .; git commit -qm $i
done
git tag -a -m tag t
echo 3 >first; echo 74 >last; git add first last; git commit -qm ends # names that begin with 00 and ff
seq 100000 >large; git add large
`

// TestDiskObjects reads all objects of repositories and compares them with what
// git reads.
func TestDiskObjects(t *testing.T) {
	needGit(t)
	for name, script := range map[string]string{
		"loose":               "",
		"packed":              "git gc -q",
		"long chains":         "git repack -q -a -d -f --depth=50 --window=50",
		"chains by name":      "git -c repack.useDeltaBaseOffset=false repack -q -a -d -f --depth=50 --window=50",
		"large positions":     "git repack -q -a -d; p=$(ls .git/objects/pack/*.pack); rm -f ${p%.pack}.idx ${p%.pack}.rev; git index-pack --index-version=2,0x40 $p",
		"not compressed":      "git -c pack.compression=0 repack -q -a -d -f",
		"some of both":        "git repack -q -d; seq 77 >n; git add n; git commit -qm n; git repack -q -d; seq 78 >n; git add n",
		"index of version 1":  "git repack -q -a -d; p=$(ls .git/objects/pack/*.pack); rm -f ${p%.pack}.idx ${p%.pack}.rev; git index-pack --index-version=1 $p",
		"index of many packs": "git repack -q -d; seq 77 >n; git add n; git commit -qm n; git repack -q -d; git multi-pack-index write",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			shell(t, dir, gitEnv(), versionsOfFiles+script)
			r, err := OpenRepo(t.Context(), dir, gitEnv())
			if err != nil {
				t.Fatal(err)
			}
			d := &diskObjects{dir: filepath.Join(dir, ".git", "objects")}
			defer d.close()
			kinds, refused := map[string]int{}, 0
			err = r.store.allObjects(t.Context(), 64<<20, func(want rawObject) error {
				defer release(want)
				d.readFiles() // each could be the only one
				got, ok := d.object(want.id, 64<<20)
				if !ok {
					refused++
					return nil
				}
				kinds[got.kind]++
				if got.kind != want.kind || got.size != want.size || !bytes.Equal(got.data, want.data) {
					return fmt.Errorf("object %s: %s of %d bytes, want %s of %d", want.id, got.kind, got.size, want.kind, want.size)
				}
				if want.kind == "blob" && want.size > 0 {
					if _, ok := d.object(want.id, want.size-1); ok {
						return fmt.Errorf("object %s was read beyond the limit", want.id)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if name == "index of version 1" {
				if refused == 0 {
					t.Error("an index of version 1 was read")
				}
				return
			}
			if refused > 0 || kinds["blob"] < 30 || kinds["commit"] < 12 || kinds["tree"] < 12 || kinds["tag"] != 1 {
				t.Errorf("read %v, not read %d", kinds, refused)
			}
			if _, ok := d.object(strings.Repeat("0", 40), 1<<20); ok {
				t.Error("an object that is not there was read")
			}
			large, err := inGit(dir, "rev-parse", ":large").Output()
			if err != nil {
				t.Fatal(err)
			}
			d.readFiles()
			n := 0
			for ; n < 100; n++ {
				if _, ok := d.object(strings.TrimSpace(string(large)), maxHere); !ok {
					break
				}
			}
			if n == 0 || n > mostFiles>>19 {
				t.Errorf("an object of 588 KB was read %d times", n)
			}
			d.readFiles()
			if d.unpacked = worthGit; name == "packed" {
				out, err := inGit(dir, "rev-parse", "HEAD").Output()
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := d.object(strings.TrimSpace(string(out)), 0); ok {
					t.Error("packs are read without end")
				}
			}
		})
	}
}

// TestDiskDamaged flips bits: an object is read as it was or not at all.
func TestDiskDamaged(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	shell(t, dir, gitEnv(), versionsOfFiles+"git repack -q -d -f --depth=50; seq 99 >n; git add n")
	out, err := inGit(dir, "rev-parse", ":b", ":a", ":n", "HEAD", "HEAD^{tree}").Output()
	if err != nil {
		t.Fatal(err)
	}
	ids := strings.Fields(string(out))
	objects := filepath.Join(dir, ".git", "objects")
	files, err := filepath.Glob(filepath.Join(objects, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	right := map[string]string{}
	d := &diskObjects{dir: objects}
	for _, id := range ids {
		o, ok := d.object(id, 1<<20)
		if !ok {
			t.Fatalf("object %s was not read", id)
		}
		right[id] = string(o.data)
	}
	d.close()
	failed := 0
	for _, f := range files {
		ext := filepath.Ext(f)
		if ext != ".idx" && ext != ".pack" && !strings.HasSuffix(ids[2], filepath.Base(f)) {
			continue
		}
		if err := os.Chmod(f, 0o644); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(data); i += 1 + len(data)/300 {
			bad := bytes.Clone(data)
			bad[i] ^= 1 << (i % 8)
			if i%5 == 0 {
				bad = bad[:i]
			}
			if err := os.WriteFile(f, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			d := &diskObjects{dir: objects}
			for _, id := range ids {
				o, ok := d.object(id, 1<<20)
				if !ok {
					failed++
				} else if string(o.data) != right[id] {
					t.Fatalf("%s, byte %d: object %s is not what it was", filepath.Base(f), i, id)
				}
			}
			d.close()
		}
		if err := os.WriteFile(f, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if failed == 0 {
		t.Error("no damage was met")
	}
}

// TestPlainConfig holds configurations as git writes them, and what makes git
// read a repository in another way or not at all.
func TestPlainConfig(t *testing.T) {
	const usual = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n"
	for config, want := range map[string]bool{
		"":    true,
		usual: true,
		usual + "[remote \"origin\"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch \"feature/x.y\"]\n\tremote = origin\n": true,
		usual + "# a comment\n; and another\n\n[user]\n\tname = A B\n":                        true,
		strings.ReplaceAll(usual, "\n", "\r\n"):                                               true,
		strings.Replace(usual, "= 0", "= 1", 1):                                               false,
		strings.Replace(usual, "= 0", "= 00", 1):                                              false,
		strings.ReplaceAll(usual, "repositoryformatversion = 0", "RepositoryFormatVersion=1"): false,
		usual + "[extensions]\n\tobjectFormat = sha256\n":                                     false,
		usual + "[ Extensions ]\n\tworktreeConfig = true\n":                                   false,
		usual + "[extensions \"a\"]\n\tb = c\n":                                               false,
		usual + "[include]\n\tpath = other\n":                                                 false,
		usual + "[includeIf \"gitdir:/\"]\n\tpath = other\n":                                  false,
		usual + "[core]repositoryformatversion = 1\n":                                         false,
		usual + "[core\n":    false,
		usual + "nonsense\n": false,
		usual + "a b = c\n":  false,
		usual + "[core]\n\tautocrlf = input\n\tfsmonitor = true\n[user]\n\tname = A B\n[index]\n\tversion = 4\n[filter \"lfs\"]\n\trequired = true\n": true,
		usual + "[core]\n\tautocrlf = perhaps\n":                false,
		usual + "[core]\n\tcompression = 99\n":                  false,
		usual + "[core]\n\tpager = ~nobody/less\n":              false,
		usual + "[diff]\n\tcolorMoved = what\n":                 false,
		usual + "[diff \"x\"]\n\tbinary = what\n":               false,
		usual + "\v[user]\n":                                    false,
		usual + "\turl = \"a\n":                                 false,
		usual + "\turl = a \\\n\trepositoryformatversion = 1\n": false,
		usual + "[a \"b\\\"]\n":                                 false,
	} {
		if got := plainConfig([]byte(config)); got != want {
			t.Errorf("%q: %v, want %v", config, got, want)
		}
	}
}

// TestStagedForeign leaves to git what git may refuse: a repository of others.
func TestStagedForeign(t *testing.T) {
	needGit(t)
	if runtime.GOOS == "windows" || os.Geteuid() != 0 {
		t.Skip("only root can make a file somebody else's")
	}
	for _, name := range []string{".", ".git"} {
		dir := t.TempDir()
		shell(t, dir, gitEnv(), begin+"echo n >>a0; git add .")
		if err := os.Chown(filepath.Join(dir, name), 4711, 4711); err != nil {
			t.Skipf("root may not give files away here, as in some containers: %v", err)
		}
		l := compareLists(t, dir, gitEnv())
		if l.gitErr == nil || l.filesErr == nil || l.objectsErr == nil {
			t.Errorf("%s of others: from files %v, with git's objects %v, git %v", name, l.filesErr, l.objectsErr, l.gitErr)
		}
	}
}

// TestStagedElsewhere leaves to git what the environment puts elsewhere.
func TestStagedElsewhere(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	shell(t, dir, gitEnv(), begin+"mkdir o; echo n >>a0; GIT_OBJECT_DIRECTORY=o GIT_ALTERNATE_OBJECT_DIRECTORIES=.git/objects git add a0")
	l := compareLists(t, dir, gitEnv("GIT_OBJECT_DIRECTORY=o", "GIT_ALTERNATE_OBJECT_DIRECTORIES=.git/objects"))
	if !errors.Is(l.filesErr, errUnusual) || l.gitErr != nil || len(l.gits) != 1 {
		t.Errorf("from files %v, git %v with %d changes", l.filesErr, l.gitErr, len(l.gits))
	}
}

// TestDelta holds differences to "hello" and what they make.
func TestDelta(t *testing.T) {
	for delta, want := range map[string]string{
		"\x05\x08\x90\x05\x03abc":   "helloabc",
		"\x05\x03\x91\x01\x03":      "ell",
		"\x05\x02\x91\x04\x01\x01x": "ox",
		"\x05\x00":                  "",
		"\x05\x03\x91\x04\x03":      "refused", // beyond the end
		"\x05\x01\x80":              "refused", // 64 KB of it
		"\x05\x03\x91\x01":          "refused", // without the length
		"\x05\x03\x03ab":            "refused", // without the third byte
		"\x05\x02\x03abc":           "refused", // more than announced
		"\x05\x04\x03abc":           "refused", // less
		"\x05\x03\x00abc":           "refused", // no such operation
		"\x06\x03\x03abc":           "refused", // of another length
		"\x05\xff\xff\xff\xff\x7f":  "refused", // larger than the limit
		"\x05\x80":                  "refused",
		"":                          "refused",
	} {
		got, ok := applyDelta([]byte("hello"), []byte(delta), 1<<10)
		if ok != (want != "refused") || ok && string(got) != want {
			t.Errorf("%q: %q and %v, want %q", delta, got, ok, want)
		}
	}
}

// TestDeltaLong copies 64 KB, which is said by no length at all.
func TestDeltaLong(t *testing.T) {
	base := bytes.Repeat([]byte("0123456789abcdef"), 5000)
	delta := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(len(base))), 1<<16)
	got, ok := applyDelta(base, append(delta, 0x81, 16), 1<<20)
	if !ok || !bytes.Equal(got, base[16:16+1<<16]) {
		t.Errorf("%d bytes (%v)", len(got), ok)
	}
}

// TestPackChains bounds what a pack can make of few bytes: objects that build on
// each other, each as large as allowed.
func TestPackChains(t *testing.T) {
	const limit = 1 << 10
	pack := []byte("PACK\x00\x00\x00\x02\x00\x00\x00\x00")
	add := func(kind byte, before []byte, content []byte) (at int64) {
		at = int64(len(pack))
		pack = append(pack, kind<<4|byte(len(content)&15)|0x80, byte(len(content)>>4))
		pack = append(pack, before...)
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		if _, err := z.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		pack = append(pack, b.Bytes()...)
		return at
	}
	at := add(3, nil, bytes.Repeat([]byte{'x'}, 1000))
	same := binary.AppendUvarint(binary.AppendUvarint(nil, 1000), 1000)
	same = append(same, 0xb0, 0xe8, 3) // all of it
	positions := []int64{at}
	for range 20 {
		back := int64(len(pack)) - at
		at = add(packOffset, []byte{byte(back)}, same)
		positions = append(positions, at)
		if back > 0x7f {
			t.Fatal("the test writes small steps only")
		}
	}
	circle := add(packOffset, []byte{0}, same)
	p := &packFile{data: bytes.NewReader(pack), size: int64(len(pack))}
	var r packReader
	if _, got, ok := r.object(p, positions[3], limit); !ok || len(got) != 1000 {
		t.Errorf("three in a row: %d bytes (%v)", len(got), ok)
	}
	if _, _, ok := r.object(p, positions[3], 999); ok {
		t.Error("an object larger than the limit was read")
	}
	for name, at := range map[string]int64{"twenty in a row": at, "a circle": circle, "the end": int64(len(pack)), "the beginning": 0} {
		if _, got, ok := r.object(p, at, limit); ok {
			t.Errorf("%s: %d bytes", name, len(got))
		}
	}
}

// TestPackMany leaves packs to git when there are so many that the files for other
// things may lack.
func TestPackMany(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	shell(t, dir, gitEnv(), "git init -q .; echo 1 >a; git add a; git commit -qm a; git repack -q -a -d; git prune-packed")
	packs, err := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.pack"))
	if err != nil || len(packs) != 1 {
		t.Fatal(packs, err)
	}
	base := strings.TrimSuffix(packs[0], ".pack")
	out, err := inGit(dir, "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= maxPacks+1; n++ {
		d := &diskObjects{dir: filepath.Join(dir, ".git", "objects")}
		_, ok := d.object(strings.TrimSpace(string(out)), 1<<20)
		if ok != (n <= maxPacks) || len(d.packs) > maxPacks {
			t.Errorf("of %d packs %d are open, the commit is read: %v", n, len(d.packs), ok)
		}
		d.close()
		for _, ext := range []string{".idx", ".pack"} {
			if err := os.Link(base+ext, fmt.Sprintf("%s%d%s", base, n, ext)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestPackPairs holds packs and indexes that git does not use together.
func TestPackPairs(t *testing.T) {
	needGit(t)
	read := func(script string) (index, pack []byte) {
		dir := t.TempDir()
		shell(t, dir, gitEnv(), "git init -q .; "+script+"; git add .; git commit -qm a; git repack -q -a -d")
		for ext, to := range map[string]*[]byte{"idx": &index, "pack": &pack} {
			names, err := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*."+ext))
			if err != nil || len(names) != 1 {
				t.Fatal(names, err)
			}
			if *to, err = os.ReadFile(names[0]); err != nil {
				t.Fatal(err)
			}
		}
		return index, pack
	}
	index, pack := read("echo 1 >a")
	otherIndex, otherPack := read("echo 2 >a")
	longIndex, longPack := read("echo 1 >a; echo 2 >b")
	change := func(b []byte, at int, to ...byte) []byte {
		b = bytes.Clone(b)
		copy(b[at:], to)
		return b
	}
	for name, c := range map[string]struct {
		index, pack []byte
		want        bool
	}{
		"right":                    {index, pack, true},
		"right too":                {otherIndex, otherPack, true},
		"of more objects":          {longIndex, longPack, true},
		"another pack":             {index, otherPack, false},
		"a pack of more":           {index, longPack, false},
		"table not in order":       {change(index, packFanout, 0, 0, 0, 9), pack, false},
		"table of more":            {change(index, packNames-4, 0, 0, 0, 4), pack, false},
		"index cut short":          {index[:len(index)-4], pack, false},
		"index too long":           {append(bytes.Clone(index[:len(index)-packTail]), append(make([]byte, 24), index[len(index)-packTail:]...)...), pack, false},
		"pack cut short":           {index, pack[:len(pack)-1], false},
		"pack of another version":  {index, change(pack, 7, 3), false},
		"index of another version": {change(index, 7, 3), pack, false},
		"empty":                    {nil, nil, false},
	} {
		if p := newPack(bytes.NewReader(c.index), int64(len(c.index)), bytes.NewReader(c.pack), int64(len(c.pack))); (p != nil) != c.want {
			t.Errorf("%s: %v, want %v", name, p != nil, c.want)
		}
	}
}

// FuzzPack reads objects from anything.
func FuzzPack(f *testing.F) {
	if _, err := exec.LookPath("git"); err == nil {
		dir := f.TempDir()
		shell(f, dir, gitEnv(), "git init -q .; seq 60 >a; git add a; git commit -qm a; seq 61 >a; git add a; git commit -qm b; git gc -q")
		index, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.idx"))
		pack, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.pack"))
		if len(index) != 1 || len(pack) != 1 {
			f.Fatal("no pack")
		}
		a, err1 := os.ReadFile(index[0])
		b, err2 := os.ReadFile(pack[0])
		if err := errors.Join(err1, err2); err != nil {
			f.Fatal(err)
		}
		f.Add(a, b, a[packNames:packNames+sha1Size])
	}
	f.Add([]byte("\xfftOc\x00\x00\x00\x02"), []byte("PACK\x00\x00\x00\x02"), make([]byte, sha1Size))
	f.Fuzz(func(t *testing.T, index, data, name []byte) {
		if len(name) != sha1Size {
			return
		}
		p := newPack(bytes.NewReader(index), int64(len(index)), bytes.NewReader(data), int64(len(data)))
		if p == nil {
			return
		}
		const limit = 1 << 16
		for _, at := range []int64{12, int64(binary.BigEndian.Uint16(name))} {
			var r packReader
			if _, got, ok := r.object(p, at, limit); ok && len(got) > limit {
				t.Fatalf("%d bytes", len(got))
			}
		}
		if at, ok := p.find(name); ok && (at <= 0 || at >= int64(len(data))) {
			t.Fatalf("position %d of %d", at, len(data))
		}
		for _, base := range [][]byte{nil, index} {
			if out, ok := applyDelta(base, data, limit); ok && len(out) > limit {
				t.Fatalf("%d bytes", len(out))
			}
		}
		d := &diskObjects{packs: []*packFile{p}, opened: true, dir: os.DevNull}
		if o, ok := d.object(hex.EncodeToString(name), limit); ok && int(o.size) != len(o.data) {
			t.Fatalf("%d bytes of %d", len(o.data), o.size)
		}
	})
}
