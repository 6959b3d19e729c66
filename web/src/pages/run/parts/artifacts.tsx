import { useState } from 'react';
import type { ResponseOf } from '../../../api/operations.ts';
import { ResultViewShown, VIEW_TYPE } from '../../../components/generated/result-view.tsx';
import { useQuery } from '../../../live/use-query.ts';
import { shortId } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Answered, Empty } from '../../../ui/page-states.tsx';
import { Press } from '../../../ui/press.tsx';
import { Diff } from './diff.tsx';

type Report = ResponseOf<'run.show'>;

/** What the run kept, each to be read and taken along. */
export function Artifacts({ artifacts }: { readonly artifacts: Report['artifacts'] }) {
  if (artifacts.length === 0) return <Empty title="Nothing was kept yet." />;
  return (
    <ul className="calls">
      {artifacts.map((artifact) => (
        <li key={artifact.artifact_id}>
          <Artifact artifact={artifact} />
        </li>
      ))}
    </ul>
  );
}

function Artifact({ artifact }: { readonly artifact: Report['artifacts'][number] }) {
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery('artifact.show', { artifact: artifact.artifact_id }, { isWanted: isOpen });
  return (
    <details className="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{artifact.type}</strong>
        <span className="call-says" />
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
