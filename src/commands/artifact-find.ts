import { ArtifactId } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';

/** Shorter ends are too easily mistyped into another one. */
const END_CHARS_MIN = 4;
const PAGE = 500;
/** Where every artifact that there ever was is told of. */
const PREFIX = 'artifact_meta:';

/** The artifact that a person means: by its id, or by as much of its end as no other has. */
export async function findArtifact(typed: string, documents: Pick<Documents, 'list'>): Promise<ArtifactId> {
  const said = typed.trim();
  const whole = ArtifactId.safeParse(said);
  if (whole.success) return whole.data;
  if (said.length < END_CHARS_MIN) throw new KeelsonError('input.invalid', { message: `"${said}" is too short to tell one artifact from another.`, nextStep: `Type at least its last ${END_CHARS_MIN} characters.`, data: { issues: [{ path: 'artifact', message: 'too short' }] } });
  const alike: ArtifactId[] = [];
  for (let after: string | undefined; ; ) {
    const page = await documents.list(PREFIX, { limit: PAGE, ...(after !== undefined && { after }) });
    alike.push(...page.flatMap(({ key }) => (key.endsWith(said.toUpperCase()) ? [ArtifactId.parse(key.slice(PREFIX.length))] : [])));
    after = page.at(-1)?.key;
    if (page.length < PAGE) break;
  }
  if (alike.length > 1) throw new KeelsonError('input.invalid', { message: `${said} may be any of ${alike.join(', ')}.`, nextStep: 'Type more of its end.', data: { issues: [{ path: 'artifact', message: 'several end alike' }] } });
  const [only] = alike;
  if (only === undefined) throw artifactUnknown(typed);
  return only;
}

export function artifactUnknown(typed: string): KeelsonError<'artifact.unknown'> {
  return new KeelsonError('artifact.unknown', { message: `Nothing is kept under ${typed}.`, nextStep: '`keelson artifacts` lists what there is, and `keelson show RUN` what a run kept; what was erased or is past its time is gone.', data: { artifact: typed } });
}
