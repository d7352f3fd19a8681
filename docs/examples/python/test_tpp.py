"""Tests of the client against the bank that psd2 serve runs beside them."""

import html.parser
import http.cookiejar
import os
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid

from tpp import Refused, Tpp, openssl

KARI = "15813963008"
REDIRECT_URI = "https://tpp.example/back"


class Form(html.parser.HTMLParser):
    """The token of a page's form, and what its buttons send."""

    def __init__(self, page):
        super().__init__()
        self.token, self.steps = None, []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if given.get("name") == "token":
            self.token = given["value"]
        if tag == "button" and given.get("name") == "step":
            self.steps.append(given["value"])


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Psu:
    """A person with a browser at the bank's site."""

    def __init__(self, link):
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.link, self.opener = link, urllib.request.build_opener(cookies, NoRedirect)

    def authorise(self, number, last_step="confirm"):
        """Goes through every form, and answers the parameters with which the bank sends the PSU back."""
        fields = {"number": number}
        while True:
            form = Form(self.opener.open(self.link).read().decode())
            step = last_step if last_step in form.steps else form.steps[0]
            location = self._press({"token": form.token, "step": step, **fields})
            fields = {}
            if location.startswith(REDIRECT_URI):
                return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))

    def _press(self, fields):
        try:
            self.opener.open(self.link, urllib.parse.urlencode(fields).encode())
        except urllib.error.HTTPError as answer:
            if answer.code == 303:
                return answer.headers["Location"]
            raise
        raise AssertionError("the site answers a form with the next place")


class PaymentTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        key, certificate = os.path.join(folder.name, "key.pem"), os.path.join(folder.name, "seal.pem")
        subject = "/C=NO/O=Python AS/organizationIdentifier=PSDNO-FSA-366666666/CN=python seal"
        new_key = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30")
        openssl(*new_key, "-keyout", key, "-out", certificate, "-subj", subject)
        cls.tpp = Tpp(os.environ["PSD2_BASE_URL"], key, certificate, REDIRECT_URI)
        cls.own, cls.other = [
            [account["bban"] for account in cls.tpp.accounts() if (account["customerNumber"] == KARI) == is_own]
            for is_own in (True, False)
        ]

    def payment(self, amount="120.00"):
        return {
            "instructedAmount": {"amount": amount, "currency": "NOK"},
            "creditorName": "Ola Eksempel",
            "creditorAccount": {"bban": self.other[0], "currency": "NOK"},
            "creditorAddress": {"country": "NO"},
            "debtorAccount": {"bban": self.own[0], "currency": "NOK"},
            "remittanceInformationUnstructured": str(uuid.uuid4()),
        }

    def test_a_payment_that_the_psu_approves_is_accepted(self):
        created = self.tpp.create_payment(self.payment(), KARI)
        back = Psu(created["_links"]["scaRedirect"]["href"]).authorise(KARI)
        self.assertEqual(self.tpp.payment_status(created["paymentId"], back["psu-id"]), "ACTC")

    def test_a_payment_that_the_psu_declines_comes_back_as_declined(self):
        created = self.tpp.create_payment(self.payment(), KARI)
        back = Psu(created["_links"]["scaRedirect"]["href"]).authorise(KARI, last_step="decline")
        self.assertEqual((back["status"], back["code"]), ("401", "SCA_INVALID"))

    def test_a_request_that_is_sent_again_makes_nothing_twice(self):
        request_id, body = str(uuid.uuid4()), self.payment()
        first, second = [self.tpp.create_payment(body, KARI, request_id) for _ in range(2)]
        self.assertEqual(first["paymentId"], second["paymentId"])

    def test_a_refusal_names_the_field(self):
        with self.assertRaises(Refused) as caught:
            self.tpp.create_payment(self.payment(amount="100,50"), KARI)
        refused = caught.exception
        self.assertEqual((refused.code, refused.path), ("FORMAT_ERROR", "instructedAmount.amount"))


if __name__ == "__main__":
    unittest.main()
