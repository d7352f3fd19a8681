import java.io.FileInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Creates a payment and lists its authorisations, with the JDK (17 or newer) alone:
 * java FirstRequest.java seal.pem seal.key.pem payment.json
 */
public class FirstRequest {
    static final String PAYMENTS = "/v1/payments/norwegian-domestic-credit-transfers";
    // The wire format of a Date has two digits for the day; RFC_1123_DATE_TIME has one.
    static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
    static final Base64.Encoder BASE64 = Base64.getEncoder();

    final String session = UUID.randomUUID().toString();
    final X509Certificate seal;
    final PrivateKey key;
    final HttpClient http = HttpClient.newBuilder().sslContext(trustBank()).build();

    FirstRequest(String sealFile, String keyFile) throws Exception {
        seal = readCertificate(sealFile);
        String pem = Files.readString(Path.of(keyFile)).replaceAll("-----[^-]+-----", "");
        byte[] der = Base64.getMimeDecoder().decode(pem);
        key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    public static void main(String[] args) throws Exception {
        FirstRequest tpp = new FirstRequest(args[0], args[1]);
        HttpResponse<String> created = tpp.send("POST", PAYMENTS, Files.readAllBytes(Path.of(args[2])));
        // Read it with your JSON library: the JDK has none.
        String id = created.body().replaceFirst(".*\"paymentId\":\"([^\"]*)\".*", "$1");
        System.out.println(created.statusCode() + " " + id);
        HttpResponse<String> read = tpp.send("GET", PAYMENTS + "/" + id + "/authorisations", null);
        System.out.println(read.statusCode() + " " + read.body());
    }

    HttpResponse<String> send(String method, String path, byte[] body) throws Exception {
        // These are signed, the others aren't.
        Map<String, String> signed = new LinkedHashMap<>();
        signed.put("Date", HTTP_DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
        if (body != null) {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
            signed.put("Digest", "SHA-256=" + BASE64.encodeToString(hash));
        }
        signed.put("X-Request-ID", UUID.randomUUID().toString());
        signed.put("TPP-Redirect-URI", "https://tpp.example/back");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(System.getenv("PSD2_BASE_URL") + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .header("TPP-Session-ID", session)
                .header("x-accept-fix", "amount-as-string")
                .header("PSU-IP-Address", "192.0.2.1")
                .header("PSU-Context", "PRIVATE")
                .header("Content-Type", "application/json")
                .header("TPP-Signature-Certificate", BASE64.encodeToString(seal.getEncoded()))
                .header("Signature", sign(signed));
        signed.forEach(request::header);
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        return answer;
    }

    String sign(Map<String, String> signed) throws Exception {
        String string = signed.entrySet().stream()
                .map(header -> header.getKey().toLowerCase(Locale.ROOT) + ": " + header.getValue())
                .collect(Collectors.joining("\n"));
        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initSign(key);
        rsa.update(string.getBytes("UTF-8"));
        String names = String.join(" ", signed.keySet()).toLowerCase(Locale.ROOT);
        // getName() is the issuer as in RFC 2253.
        String keyId = String.format("SN=%X,CA=%s", seal.getSerialNumber(), seal.getIssuerX500Principal().getName());
        return String.format("keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"%s\",signature=\"%s\"",
                keyId, names, BASE64.encodeToString(rsa.sign()));
    }

    /** Trusts the CA of the served bank only. */
    static SSLContext trustBank() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("bank", readCertificate(System.getenv("PSD2_CA_FILE")));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    static X509Certificate readCertificate(String file) throws Exception {
        try (FileInputStream bytes = new FileInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
        }
    }
}
