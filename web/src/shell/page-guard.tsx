import { Component, type ReactNode } from 'react';
import { Failed } from '../ui/page-states.tsx';

/** A defect in one page, or a part of it that cannot be loaded, leaves the others as they are. */
export class PageGuard extends Component<{ readonly children: ReactNode }, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failed error={{ code: 'internal.unexpected', message: `This page could not be shown: ${error.message}.`, next_step: 'Load it again; if it stays so, this is a defect in Keelson, please report it.', data: { detail: error.message } }} onRetry={() => location.reload()} />;
  }
}
