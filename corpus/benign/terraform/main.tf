variable "db_password" {
  type      = string
  sensitive = true
}

resource "aws_db_instance" "shop" {
  username               = "shop"
  password               = var.db_password
  manage_master_user_password = true
  kms_key_id             = "arn:aws:kms:eu-west-1:123456789012:key/e463d520-a21f-4f60-9a8d-03c902813ae1"
  vpc_security_group_ids = [aws_security_group.db.id]
}

resource "random_password" "app" {
  length  = 32
  special = false
}

resource "aws_secretsmanager_secret_version" "app" {
  secret_id     = aws_secretsmanager_secret.app.id
  secret_string = random_password.app.result
}

output "token_endpoint" {
  value = module.auth.token_endpoint
}
