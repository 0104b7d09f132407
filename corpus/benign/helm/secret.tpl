apiVersion: v1
kind: Secret
metadata:
  name: {{ include "shop.fullname" . }}
type: Opaque
data:
  password: {{ .Values.auth.password | b64enc | quote }}
  token: {{ required "a token is needed" .Values.auth.token | b64enc }}
