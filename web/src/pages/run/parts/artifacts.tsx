import { useState } from 'react';
import type { ResponseOf } from '../../../api/operations.ts';
import { ResultViewShown, VIEW_TYPE } from '../../../components/generated/result-view.tsx';
import { useQuery } from '../../../live/use-query.ts';
import { shortId, words } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Answered, Empty } from '../../../ui/page-states.tsx';
import { Press } from '../../../ui/press.tsx';
import type { RunView } from '../view/run-view.ts';
import { Diff } from './diff.tsx';

type Report = ResponseOf<'run.show'>;

/** What the run kept, each to be read and taken along. */
export function Artifacts({ artifacts, view }: { readonly artifacts: Report['artifacts']; readonly view: RunView }) {
  if (artifacts.length === 0) return <Empty title="Nothing was kept yet." />;
  return (
    <ul className="calls">
      {artifacts.map((artifact) => (
        <li key={artifact.artifact_id}>
          <Artifact artifact={artifact} madeBy={makerOf(artifact.artifact_id, view)} />
        </li>
      ))}
    </ul>
  );
}

/** In words: who handed it back, and for which part of which plan. */
export function makerOf(artifact: string, { makers, rounds }: Pick<RunView, 'makers' | 'rounds'>): string {
  const maker = makers.get(artifact);
  if (maker === undefined) return '';
  const round = rounds.find(({ subtasks }) => subtasks.some(({ id }) => id === maker.subtaskId));
  const subtask = round?.subtasks.find(({ id }) => id === maker.subtaskId);
  return [words(maker.role), ...(subtask === undefined ? [] : [subtask.intent]), ...(round === undefined || rounds.length === 1 ? [] : [`plan ${round.round}`])].join(' · ');
}

function Artifact({ artifact, madeBy }: { readonly artifact: Report['artifacts'][number]; readonly madeBy: string }) {
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery('artifact.show', { artifact: artifact.artifact_id }, { isWanted: isOpen });
  return (
    <details className="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{artifact.type}</strong>
        <span className="call-says small faint">{madeBy}</span>
        <code className="faint">{shortId(artifact.artifact_id)}</code>
      </summary>
      {isOpen && (
        <div className="call-body">
          <Answered asked={asked} what="the artifact">
            {({ content }) => (artifact.type === VIEW_TYPE ? <ResultViewShown content={content} /> : <Content name={`${artifact.type}-${shortId(artifact.artifact_id)}`} content={content} />)}
          </Answered>
        </div>
      )}
    </details>
  );
}

function Content({ name, content }: { readonly name: string; readonly content: ResponseOf<'artifact.show'>['content'] }) {
  const diff = typeof content === 'object' && content !== null && !Array.isArray(content) && typeof content['diff'] === 'string' ? content['diff'] : undefined;
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  return (
    <>
      <div className="row">
        {diff !== undefined && <Download name={`${name}.patch`} text={diff} />}
        <Download name={`${name}.${typeof content === 'string' ? 'txt' : 'json'}`} text={text} />
      </div>
      {diff === undefined ? <pre className="whole-output small">{text}</pre> : <Diff text={diff} />}
    </>
  );
}

/** Gives a text to the browser as a file. */
function Download({ name, text }: { readonly name: string; readonly text: string }) {
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: name });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Press onPress={save}>
      <Icon name="download" /> {name}
    </Press>
  );
}
