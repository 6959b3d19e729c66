import { SOURCE_KIND_TAINT_DEFAULTS, SourceTaintAssignment, type SourceKind, type SourceTrustBasis, type TaintClass } from '../../contracts/index.ts';
import { fold, wordsOf } from './words/fold.ts';

/** Words of a label by the kind of source they name; the first that fits decides, so strangers' places come first. */
const KINDS: readonly (readonly [SourceKind, readonly string[]])[] = [
  ['web_source', 'web website webpage html url http https browser rss feed search dns whois youtube video subtitle subtitles transcript podcast tweet twitter social forum reddit blog news wiki qr image ocr screenshot iframe app post comment comments ad advert issue pr pull gist npm pypi registry'.split(' ')],
  ['api_result', ['api', 'endpoint', 'webhook']],
  ['database_record', ['database', 'db', 'sql', 'record', 'row', 'table']],
  ['case_law', ['case', 'caselaw', 'judgment', 'judgement', 'opinion']],
  ['statute', ['statute', 'statutes', 'law']],
  ['regulation', ['regulation', 'regulations']],
  ['financial_filing', ['filing', 'filings', 'edgar']],
  ['library_entry', ['library', 'corpus']],
  ['technical_doc', ['readme', 'docs', 'documentation', 'manual', 'changelog', 'spec', 'man']],
  ['expert_report', ['expert']],
  ['prior_task_output', ['prior', 'previous', 'earlier', 'summary', 'artifact']],
  ['email', ['email', 'mail', 'inbox', 'calendar', 'invite', 'ics']],
  ['document', ['document', 'doc', 'docx', 'pdf', 'pptx', 'xlsx', 'spreadsheet', 'slides', 'contract', 'letter', 'exhibit', 'memo']],
  ['file', ['file', 'source', 'code', 'csv', 'json', 'yaml', 'txt', 'log', 'test', 'tests', 'build', 'compiler', 'trace', 'diff']],
];

/** The kind that a label names. What names none is nobody's, and so of the kind that nobody has classified. */
export function sourceKindOf(label: string): SourceKind {
  const words = new Set(wordsOf(fold(label)));
  return KINDS.find(([, names]) => names.some((name) => words.has(name)))?.[0] ?? 'custom';
}

/** The class a kind starts with; outside authority only when its own channel shows it, else it is a stranger like any other. */
export function classOfKind(source_kind: SourceKind, trust_basis: SourceTrustBasis): TaintClass {
  const { default_taint_class: taint_class } = SOURCE_KIND_TAINT_DEFAULTS[source_kind];
  return SourceTaintAssignment.safeParse({ source_kind, taint_class, trust_basis }).success ? taint_class : 'external_untrusted';
}
