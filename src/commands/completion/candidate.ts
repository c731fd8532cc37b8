/** A completion and its description. */
export interface Candidate {
  value: string;
  about: string;
}
