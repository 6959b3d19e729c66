/** Counts looks at characters, so that a test can show that decoding is linear without measuring time. */
export interface WorkMeter {
  characters: number;
}
