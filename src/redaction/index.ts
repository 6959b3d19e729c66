export { applyRedactionRules } from './apply-rules.ts';
export type { Detector, Extent, MarkDetector, NumberDetector, WordDetector } from './detector.ts';
export { BUILT_IN_DETECTORS } from './detectors/index.ts';
export { checkText, redact, type RedactOptions } from './redact.ts';
export { redactValue, type RedactedValue } from './redact-value.ts';
export { errorWithoutSecrets, valueWithoutSecrets, withoutSecrets } from './without-secrets.ts';
