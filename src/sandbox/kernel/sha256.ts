/** The first primes: the constants of SHA-256 are made of their cube roots, and its beginning of their square roots. */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n);
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const beginning = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * SHA-256 (FIPS 180-4) of a short text, as hex. Node's own is quicker by far for what is long, and takes as long to open
 * as a twentieth of a whole command; the sandbox needs one for the id of whatever it makes.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const message = new DataView(padded.buffer);
  message.setUint32(blocks * 64 - 4, bytes.length * 8);
  const sums = Int32Array.from(beginning);
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 16; at++) words[at] = message.getInt32(block * 64 + at * 4);
    for (let at = 16; at < 64; at++) {
      const near = words[at - 2] as number;
      const far = words[at - 15] as number;
      words[at] =
        (words[at - 16] as number) +
        (((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3)) +
        (words[at - 7] as number) +
        (((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10));
    }
    mix(sums, words);
  }
  let hex = "";
  for (const sum of sums) hex += (sum >>> 0).toString(16).padStart(8, "0");
  return hex;
}

/** Works one block into the sums. Written out: this runs before the compiler has had a look at it. */
function mix(sums: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
  const before = [a, b, c, d, e, f, g, h];
  for (let round = 0; round < 64; round++) {
    const turnedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const chosen = (e & f) ^ (~e & g);
    const one = (h + turnedE + chosen + (constants[round] as number) + (words[round] as number)) | 0;
    const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (turnedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) sums[at] = (before[at] as number) + (after[at] as number);
}
