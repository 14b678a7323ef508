import type { BadEdit, Kind } from "../kind.ts"

const GO_PRICES = `package shop

func WithTax(net int) int {
	return net * 119 / 100
}

func WithDiscount(net int, percent int) int {
	return net * (100 - percent) / 100
}
`
const GO_CART = `package shop

func Total(prices []int, percent int) int {
	net := 0
	for _, price := range prices {
		net += price
	}
	return WithTax(WithDiscount(net, percent))
}
`
const GO_TEST = `package shop

import "testing"

func TestTotal(t *testing.T) {
	if got := Total([]int{100, 200}, 10); got != 321 {
		t.Fatalf("got %d", got)
	}
}
`
const RUST_LIB = `pub fn with_tax(net: u64) -> u64 {
    net * 119 / 100
}

pub fn total(prices: &[u64]) -> u64 {
    with_tax(prices.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_the_tax() {
        assert_eq!(total(&[100, 200]), 357);
    }
}
`
const JAVA_CART = `package shop;

public class Cart {
    public static int total(int[] prices) {
        int net = 0;
        for (int price : prices) {
            net += price;
        }
        return withTax(net);
    }

    public static int withTax(int net) {
        return net * 119 / 100;
    }
}
`
const JAVA_TEST = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void addsTheTax() {
        assertEquals(357, Cart.total(new int[] {100, 200}));
    }
}
`
const JAVA = {
  "src/main/java/shop/Cart.java": JAVA_CART,
  "src/test/java/shop/CartTest.java": JAVA_TEST,
}
const WITHOUT_TAX: BadEdit = {
  about: "rewrites Cart.java and drops a public method that it still calls",
  files: {
    "src/main/java/shop/Cart.java": JAVA_CART.replace(/\n {4}public static int withTax[^]*?\n {4}\}\n/, ""),
  },
  critic: "G7-JAVA",
  level: "error",
}

export const COMPILED_KINDS: readonly Kind[] = [
  {
    name: "Go, modules",
    programs: ["go"],
    tools: [],
    files: { "prices.go": GO_PRICES, "cart.go": GO_CART, "cart_test.go": GO_TEST },
    make: ["go mod init example.com/shop"],
    proofloop: "global",
    uncommitted: {},
    bad_edit: {
      about: "drops a function that cart.go calls",
      files: { "prices.go": GO_PRICES.slice(0, GO_PRICES.indexOf("\nfunc WithDiscount")) },
      critic: "G7-GO",
      level: "error",
    },
  },
  {
    name: "Rust, Cargo",
    programs: ["cargo"],
    tools: [],
    files: {},
    make: [
      "cargo init --quiet --lib --name shop",
      `cat > src/lib.rs <<'END'\n${RUST_LIB}END`,
      "cargo generate-lockfile --offline",
    ],
    proofloop: "global",
    uncommitted: {},
    bad_edit: {
      about: "uses a crate that Cargo.toml does not name",
      files: { "src/lib.rs": `use rust_decimal::Decimal;\n\n${RUST_LIB}` },
      critic: "imports",
      level: "error",
    },
  },
  {
    name: "Java, Maven",
    programs: ["mvn", "java"],
    tools: [],
    files: {
      ...JAVA,
      ".gitignore": "target/\n",
      "pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>shop</artifactId>
  <version>1.0.0</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.12.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version></plugin>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
    </plugins>
  </build>
</project>
`,
    },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: WITHOUT_TAX,
  },
  {
    name: "Java, Gradle",
    programs: ["gradle", "java"],
    tools: [],
    files: {
      ...JAVA,
      ".gitignore": ".gradle/\nbuild/\n",
      "settings.gradle": 'rootProject.name = "shop"\n',
      "build.gradle":
        'plugins { id "java" }\nrepositories { mavenCentral() }\ndependencies { testImplementation "org.junit.jupiter:junit-jupiter:5.10.2" }\ntest { useJUnitPlatform() }\n',
    },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: WITHOUT_TAX,
  },
]
