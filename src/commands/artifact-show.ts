import { Artifact, ArtifactId, artifactShow, DEFAULT_TENANT, documentKey, type JsonValue } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';
import { valueWithoutSecrets } from '../redaction/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { contentOf } from './run-afterwards.ts';
import type { OpenTools } from './tools-ports.ts';

/** Shorter ends are too easily mistyped into another one. */
const END_CHARS_MIN = 4;
const PAGE = 500;

/** Gives what a run kept, by its id or the end of it. */
export function artifactShowBinding(openTools: OpenTools): Binding {
  return bind(artifactShow, async ({ artifact: typed }) => {
    const runs = await (await openTools()).existingLedger(DEFAULT_TENANT);
    if (runs === undefined) throw artifactUnknown(typed);
    const { documents, blobs } = runs.ledger;
    const found = Artifact.safeParse((await documents.get(documentKey.artifact(await findArtifact(typed, documents))))?.body).data;
    const content = found === undefined ? undefined : await contentOf(found, blobs);
    if (found === undefined || content === undefined) throw artifactUnknown(typed);
    return { artifact: found, content: valueWithoutSecrets(content as JsonValue) };
  });
}

async function findArtifact(typed: string, documents: Pick<Documents, 'list'>): Promise<ArtifactId> {
  const said = typed.trim();
  const whole = ArtifactId.safeParse(said);
  if (whole.success) return whole.data;
  if (said.length < END_CHARS_MIN) throw new KeelsonError('input.invalid', { message: `"${said}" is too short to tell one artifact from another.`, nextStep: `Type at least its last ${END_CHARS_MIN} characters.`, data: { issues: [{ path: 'artifact', message: 'too short' }] } });
  const prefix = 'artifact:';
  const alike: ArtifactId[] = [];
  for (let after: string | undefined; ; ) {
    const page = await documents.list(prefix, { limit: PAGE, ...(after !== undefined && { after }) });
    alike.push(...page.flatMap(({ key }) => (key.endsWith(said.toUpperCase()) ? [ArtifactId.parse(key.slice(prefix.length))] : [])));
    after = page.at(-1)?.key;
    if (page.length < PAGE) break;
  }
  if (alike.length > 1) throw new KeelsonError('input.invalid', { message: `${said} may be any of ${alike.join(', ')}.`, nextStep: 'Type more of its end.', data: { issues: [{ path: 'artifact', message: 'several end alike' }] } });
  const [only] = alike;
  if (only === undefined) throw artifactUnknown(typed);
  return only;
}

function artifactUnknown(typed: string): KeelsonError<'artifact.unknown'> {
  return new KeelsonError('artifact.unknown', { message: `Nothing is kept under ${typed}.`, nextStep: '`keelson show RUN` names what a run kept; what was erased or is past its time is gone.', data: { artifact: typed } });
}
