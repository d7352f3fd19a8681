"""Creates a payment and lists its authorisations, with Python's standard library and the openssl command:
python3 first_request.py seal.pem seal.key.pem payment.json"""

import base64
import email.utils
import hashlib
import json
import os
import subprocess
import sys
import urllib.request
import uuid

PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers"
SESSION = str(uuid.uuid4())
seal, key, body_file = sys.argv[1:]


def openssl(*arguments, given=b""):
    return subprocess.run(["openssl", *arguments], input=given, capture_output=True, check=True).stdout


# keyId is the certificate's serial number and issuer.
names = openssl("x509", "-in", seal, "-noout", "-serial", "-issuer", "-nameopt", "RFC2253").decode()
serial, issuer = [line.partition("=")[2] for line in names.splitlines()]
certificate = base64.b64encode(openssl("x509", "-in", seal, "-outform", "DER")).decode()


def send(method, path, body=None):
    # These are signed, the others aren't.
    signed = {"Date": email.utils.formatdate(usegmt=True)}
    if body is not None:
        signed["Digest"] = "SHA-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()
    signed["X-Request-ID"] = str(uuid.uuid4())
    signed["TPP-Redirect-URI"] = "https://tpp.example/back"
    string = "\n".join(f"{name.lower()}: {value}" for name, value in signed.items())
    signature = base64.b64encode(openssl("dgst", "-sha256", "-sign", key, given=string.encode())).decode()
    listed = " ".join(signed).lower()
    headers = {
        **signed,
        "TPP-Session-ID": SESSION,
        "x-accept-fix": "amount-as-string",
        "PSU-IP-Address": "192.0.2.1",
        "PSU-Context": "PRIVATE",
        "Content-Type": "application/json",
        "TPP-Signature-Certificate": certificate,
        "Signature": f'keyId="SN={serial},CA={issuer}",algorithm="rsa-sha256",headers="{listed}",signature="{signature}"',
    }
    # urllib trusts the CAs in SSL_CERT_FILE, and raises HTTPError for a refusal.
    request = urllib.request.Request(os.environ["PSD2_BASE_URL"] + path, body, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.status, answer.read().decode()


with open(body_file, "rb") as file:
    status, created = send("POST", PAYMENTS, file.read())
payment_id = json.loads(created)["paymentId"]
print(status, payment_id)
print(*send("GET", f"{PAYMENTS}/{payment_id}/authorisations"))
