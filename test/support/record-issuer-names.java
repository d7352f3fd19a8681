import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.security.auth.x500.X500Principal;

/** Reads one DER name a line in hex, writes X500Principal.getName(RFC2253) of it as UTF-8 in hex. */
class RecordIssuerNames {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            var name = new X500Principal(HexFormat.of().parseHex(line)).getName(X500Principal.RFC2253);
            System.out.println(HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
