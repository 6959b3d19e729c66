import { schemaByRef, SchemaRef, schemaRef } from '../../contracts/index.ts';
import { blocking, type ReviewedArtifact, type ReviewFinding } from './review-finding.ts';

/** Problems told at most; the first ones say enough to go on. */
const ISSUES_TOLD_MAX = 5;

/** An artifact is of the type it calls itself and fits that type's schema. */
export function schemaFindings({ type, schemaRef: ref, content }: ReviewedArtifact): ReviewFinding[] {
  if (ref !== schemaRef(type)) return [blocking(`A ${type} is handed in under the schema ${ref}.`, `Hand it in under ${schemaRef(type)}, or call it what it is.`, 'The name inside the schema reference is the type.')];
  const schema = SchemaRef.safeParse(ref).success ? schemaByRef(ref) : undefined;
  if (schema === undefined) return [blocking(`There is no schema ${ref}.`, 'Use a type of artifact that has one.', 'The reference leads to a schema.')];
  const { success, error } = schema.safeParse(content);
  if (success) return [];
  const issues = error.issues.slice(0, ISSUES_TOLD_MAX).map((issue) => `${issue.path.length === 0 ? 'the whole' : issue.path.join('/')}: ${issue.message}`);
  return [blocking(`The ${type} does not fit its schema: ${issues.join('; ')}.`, 'Put right what is named.', `It parses as ${ref}.`)];
}
