import { useQuery } from '../../live/use-query.ts';
import { concernsAttention } from '../../shell/use-waiting.ts';
import { Answered } from '../../ui/page-states.tsx';
import { Approval } from './approval.tsx';
import { FunctionCall } from './function-call.tsx';
import { HardCall } from './hard-call.tsx';

/** One question in whole, so that nobody answers what they have not seen. */
export function Question({ id }: { readonly id: string | undefined }) {
  const asked = useQuery('attention.show', { id: id ?? '' }, { refreshOn: concernsAttention, isWanted: id !== undefined });
  if (id === undefined) return null;
  return (
    <Answered asked={asked} what="the question">
      {(detail) => {
        if (detail.kind === 'approval') return <Approval detail={detail} onSettled={asked.reload} />;
        return detail.kind === 'hard_call' ? <HardCall detail={detail} onSettled={asked.reload} /> : <FunctionCall detail={detail} onSettled={asked.reload} />;
      }}
    </Answered>
  );
}
