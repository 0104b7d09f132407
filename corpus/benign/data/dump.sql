-- MySQL dump 10.13
CREATE TABLE `users` (
  `id` int NOT NULL AUTO_INCREMENT,
  `password` varchar(255) NOT NULL,
  `api_token` char(64) DEFAULT NULL,
  `secret_question` text,
  PRIMARY KEY (`id`),
  UNIQUE KEY `users_api_token_unique` (`api_token`),
  KEY `idx_token` (`api_token`)
) ENGINE=InnoDB;

INSERT INTO `orders` VALUES (0,'a2fded19-b6e5-4d00-af21-c96b68c19fdb','open','2026-01-01'),
(1,'ab67037d-8087-48e2-bae5-f30e978d0c79','open','2026-01-02'),
(2,'cfa8b577-5e14-499f-b2c8-ce5129a8c0a0','open','2026-01-03'),
(3,'b2a2970f-6a8a-449f-8d93-878bddd09e9d','open','2026-01-04'),
(4,'d17de1c5-f849-474c-83ee-2f5e13bbab64','open','2026-01-05'),
(5,'d328c074-122a-4389-890d-7bcd79f277c3','open','2026-01-06'),
(6,'4b489f54-308d-457d-b0b1-f6fca165518a','open','2026-01-07'),
(7,'c881d5d9-adf9-4593-ad0c-a0b52c644dde','open','2026-01-08'),
(8,'97cdf8bf-e8a1-4e9c-966f-c0973df75c96','open','2026-01-09');
