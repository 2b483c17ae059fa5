import { Component, type ComponentType, Fragment, type ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { ChunkLoadError } from '#web/lib/lazy-screen.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { MessagePage } from './message-page.tsx'

type ErrorBoundaryProps = {
  /** A new value clears the error: for a screen, its path. */
  resetKey: string
  /** Frame around the error message when no other frame is left. */
  Frame?: ComponentType<{ children: ReactNode }>
  children: ReactNode
}
type ErrorBoundaryState = { error: unknown; resetKey: string }

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { error: null, resetKey }
  }

  override render() {
    const { children, Frame = Fragment } = this.props
    const { error } = this.state
    if (!error) return children
    return (
      <Frame>
        {error instanceof ChunkLoadError ? <NewVersion /> : <Broken onRetry={() => this.setState({ error: null })} />}
      </Frame>
    )
  }
}

function NewVersion() {
  return (
    <MessagePage
      title={t('This page couldn’t be loaded')}
      actions={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      }
    >
      {t(
        'The connection was lost or a new version of Lockstep is available. Reload to continue. Your saved changes are safe.',
      )}
    </MessagePage>
  )
}

function Broken({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      title={t('Something went wrong on this page')}
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            {t('Try again')}
          </Button>
          <LinkButton href="/">{t('Go to the home page')}</LinkButton>
        </>
      }
    >
      {t(
        'Your saved changes are safe. If trying again doesn’t help, reload the page or tell your Lockstep contact what you were doing.',
      )}
    </MessagePage>
  )
}
