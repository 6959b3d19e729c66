import { z } from 'zod';
import { KeelsonConfig, type ModelsSection } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { keysAgainst, knownKeysAt } from './known-keys.ts';
import { KEY_ADVICE, literalKeys, shownName, shownPath, type ConfigIssue } from './literal-keys.ts';
import { nearestName } from './nearest-name.ts';
import { CUSTOM_PROVIDER, PRESET_NAMES, presetOf } from './presets.ts';

/** What people call a key when they do not know that it does not belong here. */
const KEY_WORDS: ReadonlySet<string> = new Set(['apikey', 'key', 'token', 'secret', 'password', 'accesstoken', 'authtoken']);

/** Reads what a configuration file holds. Refuses it with every fault at once, each with its place and what is expected. */
export function checkConfig(value: unknown, file: string): KeelsonConfig {
  const literal = literalKeys(value);
  const parsed = KeelsonConfig.safeParse(value);
  const told = new Set(literal.map((issue) => issue.path));
  const others = parsed.success ? sectionIssues(parsed.data.models) : parsed.error.issues.flatMap(issuesOf);
  const issues = [...literal, ...others.filter((issue) => !told.has(issue.path))];
  if (!parsed.success || issues.length > 0) throw settingsInvalid(file, issues);
  return parsed.data;
}

const CORRECT_IT = 'Correct the file; docs/models.md and docs/tools.md show what it can hold, and an editor completes it with docs/keelson.config.schema.json.';

export function settingsInvalid(file: string, issues: readonly ConfigIssue[], nextStep = CORRECT_IT): KeelsonError<'model.settings_invalid'> {
  const listed = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return new KeelsonError('model.settings_invalid', {
    message: `${file} cannot be used: ${listed}${listed.endsWith('?') ? '' : '.'}`,
    nextStep,
    data: { file, issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}

const EXPECTED = 'Invalid input: ';

function issuesOf(issue: z.core.$ZodIssue): ConfigIssue[] {
  const path = shownPath(issue.path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: shownPath([...issue.path, key]), message: unknownKey(key, issue.path) }));
  if (issue.path.at(-2) === 'keys' && issue.code === 'invalid_union') return [{ path, message: KEY_ADVICE }];
  if (issue.code === 'invalid_union') return nearestForm(issue, path);
  if (issue.code === 'invalid_key') return [{ path, message: `this name is not taken: ${issue.issues.map(({ message }) => message).join(', ')}` }];
  const message = issue.message.startsWith(EXPECTED) ? issue.message.slice(EXPECTED.length) : issue.message;
  return [{ path, message }];
}

/** Of the forms that a setting may have, what keeps it from the nearest one; from each of them when several are as near. */
function nearestForm({ errors, path: at }: z.core.$ZodIssueInvalidUnion, path: string): ConfigIssue[] {
  const forms = errors.map((issues) => issues.flatMap((one) => issuesOf({ ...one, path: [...at, ...one.path] })));
  const fewest = Math.min(...forms.map((issues) => issues.length));
  const nearest = forms.filter((issues) => issues.length === fewest).flat();
  const unique = nearest.filter((issue, index) => nearest.findIndex((other) => other.path === issue.path && other.message === issue.message) === index);
  return unique.every((issue) => issue.path === path) ? [{ path, message: unique.map((issue) => issue.message).join(', or ') }] : unique;
}

function unknownKey(key: string, path: readonly PropertyKey[]): string {
  if (KEY_WORDS.has(key.toLowerCase().replaceAll('_', '').replaceAll('-', ''))) return `not a setting: ${KEY_ADVICE}`;
  const schema = z.toJSONSchema(KeelsonConfig, { io: 'input' });
  const known = knownKeysAt(schema, path);
  if (known.includes(key)) return `cannot stand beside ${keysAgainst(schema, path, key).map((name) => `"${name}"`).join(', ')}; keep one of them`;
  const meant = nearestName(key, known);
  return meant === undefined ? `unknown; known here: ${known.join(', ')}` : `unknown; did you mean "${meant}"?`;
}

/** What must fit together across the section. */
function sectionIssues(section: ModelsSection | undefined): ConfigIssue[] {
  if (section === undefined) return [];
  const issues: ConfigIssue[] = [];
  for (const [name, provider] of Object.entries(section.providers)) {
    if (presetOf(name) !== undefined) continue;
    for (const field of ['format', 'base_url'] as const) {
      if (provider[field] === undefined) issues.push({ path: shownPath(['models', 'providers', name, field]), message: `expected for a provider that is not one of ${PRESET_NAMES.join(', ')}` });
    }
  }
  const providers = [...new Set([...Object.keys(section.providers), ...PRESET_NAMES, CUSTOM_PROVIDER])];
  const seen = new Set<string>();
  section.models.forEach((model, at) => {
    if (!providers.includes(model.provider)) issues.push({ path: `models.models.${at}.provider`, message: unknownProvider(model.provider, providers) });
    if (seen.has(model.model_id)) issues.push({ path: `models.models.${at}.model_id`, message: 'this model is listed twice' });
    seen.add(model.model_id);
  });
  return issues;
}

function unknownProvider(name: string, providers: readonly string[]): string {
  const meant = nearestName(name, providers);
  return meant === undefined ? `there is no such provider; there are ${providers.map(shownName).join(', ')}` : `there is no such provider; did you mean "${shownName(meant)}"?`;
}
