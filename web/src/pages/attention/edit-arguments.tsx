import { useMemo, useState } from 'react';
import type { RequestOf, ResponseOf } from '../../api/operations.ts';
import { useQuery } from '../../live/use-query.ts';
import { Act } from '../../ui/act.tsx';
import { Loading } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { argumentsOf, fieldsOf, writtenOf } from '../../ui/schema-form/schema-fields.ts';
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx';

type Detail = Extract<ResponseOf<'attention.show'>, { readonly kind: 'approval' }>;

interface EditArgumentsProps {
  readonly record: Detail['record'];
  readonly reason: string;
  readonly onSettled: () => void;
  readonly onLeave: () => void;
}

/** Other arguments in the place of those asked about; they are judged again before anything is done. */
export function EditArguments({ record, reason, onSettled, onLeave }: EditArgumentsProps) {
  const { decision } = record.question;
  const listed = useQuery('tools.list', { tool_id: decision.tool_id });
  const schema = listed.value?.tools[0]?.definition.input_schema;
  const fields = useMemo(() => fieldsOf(schema ?? {}, decision.arguments), [schema, decision.arguments]);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<readonly string[]>([]);
  if (listed.isLoading) return <Loading what="what the tool takes" />;
  const written = { ...Object.fromEntries(fields.map((field) => [field.name, writtenOf(field, decision.arguments[field.name])])), ...changed };
  const request = (): RequestOf<'approval.answer'> | undefined => {
    const read = argumentsOf(fields, written);
    const wrong = 'problems' in read ? read.problems : JSON.stringify(read.arguments) === JSON.stringify(decision.arguments) ? ['Nothing was changed; approve it as it is, or change something.'] : [];
    setProblems(wrong);
    if (!('arguments' in read) || wrong.length > 0) return undefined;
    return { approval_id: record.approval_id, answer: 'edited', action_hash: decision.action_hash, arguments: read.arguments as NonNullable<RequestOf<'approval.answer'>['arguments']>, reason };
  };
  return (
    <div className="edit-arguments">
      {listed.error !== undefined && <p className="small faint">What the tool takes is not known here ({listed.error.message}), so everything is written as it stands.</p>}
      <SchemaForm fields={fields} written={written} onChange={setChanged} />
      {problems.map((problem) => (
        <p key={problem} className="error-note" role="alert">
          {problem}
        </p>
      ))}
      <div className="row">
        <Act operation="approval.answer" look="primary" request={request} onDone={onSettled}>
          Do it like this
        </Act>
        <Press look="quiet" onPress={onLeave}>
          Back
        </Press>
      </div>
    </div>
  );
}
