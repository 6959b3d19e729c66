import type { RedactedText, RedactionRules } from '../contracts/index.ts';
import { redact } from './redact.ts';

/** Redacts by a library's rules. Without `pii_detection` the text comes back as it was, custom patterns unused. */
export function applyRedactionRules(text: string, rules: RedactionRules): RedactedText {
  if (!rules.pii_detection) return { text, redactions: [], redaction_count: 0 };
  const { spans, redacted } = redact(text, { method: rules.redaction_method, customPatterns: rules.custom_patterns });
  const redactions = spans.map((span) => ({
    pattern_id: span.type.toLowerCase(),
    original_position: span.start,
    original_length: span.end - span.start,
    severity: span.severity,
  }));
  return { text: redacted, redactions, redaction_count: redactions.length };
}
