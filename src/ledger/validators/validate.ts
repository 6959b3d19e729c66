import { VALIDATION_CODES, type JsonObject, type ValidationCode } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { Rules } from '../setup.ts';
import { unaccountedDocuments } from './document-rule.ts';
import type { Finding, ValidatedDocument, WriteContext } from './validator.ts';

/** Refuses the append when any rule of error level is broken, naming all of them; returns the warnings, each once. */
export function findingsOf(rules: Rules, draft: Draft): ValidationCode[] {
  if (draft.written.length === 0 && draft.changed.size === 0) return [];
  const findings = [...eventFindings(rules, draft), ...unaccountedDocuments(draft)];
  const errors = findings.filter(({ code }) => VALIDATION_CODES[code].level === 'error');
  if (errors.length > 0) throw validationFailed(errors);
  return [...new Set(findings.map(({ code }) => code))];
}

function eventFindings(rules: Rules, draft: Draft): Finding[] {
  const context: WriteContext = { batch: draft.written, document: (key) => documentIn(draft, key) };
  return draft.written.flatMap((event): Finding[] =>
    (rules.byType.get(event.type)?.validators ?? []).flatMap(({ code, check }) => {
      const detail = check(event, context);
      return detail === undefined ? [] : [{ code, type: event.type, detail }];
    }),
  );
}

function documentIn(draft: Draft, key: string): ValidatedDocument | undefined {
  const record = draft.record({ space: 'document', key });
  return record && { body: record.body as JsonObject, position: record.position };
}

function validationFailed(findings: readonly Finding[]): KeelsonError {
  const codes = [...new Set(findings.map(({ code }) => code))];
  return new KeelsonError('ledger.validation_failed', {
    message: `The append breaks ${codes.length === 1 ? 'a rule' : `${codes.length} rules`}: ${findings.map(({ code, detail }) => `${detail} (${code})`).join('; ')}.`,
    nextStep: 'Mend the events that are named and append again; nothing was written.',
    data: { codes, findings: [...findings] },
  });
}
