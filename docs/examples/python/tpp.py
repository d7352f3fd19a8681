"""A TPP's client in Python, of the standard library and the openssl command. It knows nothing of psd2."""

import base64
import email.utils
import hashlib
import json
import ssl
import subprocess
import urllib.error
import urllib.request
import uuid

SIGNED = ("Date", "Digest", "X-Request-ID", "PSU-ID", "PSU-Corporate-ID", "TPP-Redirect-URI")
PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers"


class Refused(Exception):
    """The bank's no: its status, and the first of its messages."""

    def __init__(self, status, body):
        message = json.loads(body)["tppMessages"][0]
        super().__init__(f"{status} {message['code']} {message.get('text', '')}")
        self.status, self.code, self.path = status, message["code"], message.get("path")


def openssl(*arguments, given=b""):
    return subprocess.run(["openssl", *arguments], input=given, capture_output=True, check=True).stdout


class Tpp:
    def __init__(self, base_url, key_file, certificate_file, redirect_uri):
        self.base_url, self.key_file, self.redirect_uri = base_url, key_file, redirect_uri
        self.session_id = str(uuid.uuid4())
        der = openssl("x509", "-in", certificate_file, "-outform", "DER")
        self.certificate = base64.b64encode(der).decode()
        names = openssl("x509", "-in", certificate_file, "-noout", "-serial", "-issuer", "-nameopt", "RFC2253")
        serial, issuer = names.decode().strip().split("\n")
        self.key_id = f"SN={serial.removeprefix('serial=')},CA={issuer.removeprefix('issuer=')}"

    def create_payment(self, body, psu_number, request_id=None):
        headers = {"X-PSU-IDENTITY": psu_number, "PSU-IP-Address": "192.0.2.1"}
        return self._send("POST", PAYMENTS, headers, json.dumps(body).encode(), request_id)

    def payment_status(self, payment_id, psu_id):
        return self._send("GET", f"{PAYMENTS}/{payment_id}/status", {"PSU-ID": psu_id})["transactionStatus"]

    def accounts(self):
        return self._send("GET", "/v1/sandbox/accounts", {})

    def _send(self, method, path, headers, body=b"", request_id=None):
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        headers = {
            "Date": email.utils.formatdate(usegmt=True),
            "Digest": f"SHA-256={digest}",
            "X-Request-ID": request_id or str(uuid.uuid4()),
            "TPP-Redirect-URI": self.redirect_uri,
            "TPP-Session-ID": self.session_id,
            "Content-Type": "application/json",
            "x-accept-fix": "amount-as-string",
            **headers,
        }
        headers["TPP-Signature-Certificate"] = self.certificate
        headers["Signature"] = self._signature(headers)
        request = urllib.request.Request(self.base_url + path, body or None, headers, method=method)
        try:
            # Trusts what SSL_CERT_FILE names.
            with urllib.request.urlopen(request, context=ssl.create_default_context()) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise Refused(refusal.code, refusal.read()) from None

    def _signature(self, headers):
        names = [name for name in SIGNED if name in headers]
        signing_string = "\n".join(f"{name.lower()}: {headers[name]}" for name in names)
        signed = openssl("dgst", "-sha256", "-sign", self.key_file, given=signing_string.encode())
        listed = " ".join(name.lower() for name in names)
        signature = base64.b64encode(signed).decode()
        return f'keyId="{self.key_id}",algorithm="rsa-sha256",headers="{listed}",signature="{signature}"'
