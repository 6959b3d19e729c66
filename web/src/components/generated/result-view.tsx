import { Component, type ComponentType, type ReactNode } from 'react';
import type { ResponseOf } from '../../api/operations.ts';
import { useQuery } from '../../live/use-query.ts';
import { Answered } from '../../ui/page-states.tsx';
import { GENERATED } from './registry.ts';
import './generated.css';

export const VIEW_TYPE = 'ResultView';

/** The views that a run kept of its result, each as it was kept. */
export function ResultViews({ artifacts }: { readonly artifacts: ResponseOf<'run.show'>['artifacts'] }) {
  return artifacts.filter(({ type }) => type === VIEW_TYPE).map(({ artifact_id: id }) => <KeptView key={id} artifact={id} />);
}

function KeptView({ artifact }: { readonly artifact: string }) {
  const asked = useQuery('artifact.show', { artifact });
  return (
    <Answered asked={asked} what="the view of the result">
      {({ content }) => <ResultViewShown content={content} />}
    </Answered>
  );
}

/**
 * A view, component by component, as far as it is there. It was held to its schema when it was kept; here each name leads to
 * what is registered for it, and one that leads nowhere is said to be refused. No word of it is ever taken for code.
 */
export function ResultViewShown({ content }: { readonly content: unknown }) {
  const { title, components } = partsOf(content);
  return (
    <section className="generated" aria-label={title ?? 'How the result is shown'}>
      {title !== undefined && <h3>{title}</h3>}
      {components.map((one, at) => (
        <Fenced key={at}>
          <ComponentShown one={one} />
        </Fenced>
      ))}
    </section>
  );
}

function ComponentShown({ one }: { readonly one: unknown }) {
  const name = typeof one === 'object' && one !== null && 'component' in one ? String(one.component) : '';
  if (!Object.hasOwn(GENERATED, name)) return <p className="state degraded">A part of the result is not shown: there is no component “{name}”. [artifact.component_unknown]</p>;
  const Registered = GENERATED[name as keyof typeof GENERATED] as ComponentType<{ readonly of: unknown }>;
  return <Registered of={one} />;
}

function partsOf(content: unknown): { readonly title?: string; readonly components: readonly unknown[] } {
  if (typeof content !== 'object' || content === null) return { components: [] };
  const title = 'title' in content && typeof content.title === 'string' ? { title: content.title } : {};
  return { ...title, components: 'components' in content && Array.isArray(content.components) ? content.components : [] };
}

/** One part that cannot be drawn takes none of the others with it. */
class Fenced extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <p className="state degraded">A part of the result could not be drawn. Its artifact holds it whole.</p> : this.props.children;
  }
}
