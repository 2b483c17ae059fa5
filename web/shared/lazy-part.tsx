import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import { t } from '#contract/i18n.ts'
import { lazyScreen, ChunkLoadError } from '#web/lib/lazy-screen.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { OverlayFrame, type OverlayKind } from '#web/ui/overlay-frame.tsx'
import { toast } from '#web/ui/toast.ts'

/** How an overlay is closed: it is either mounted while open (`onClose`), or controlled by `open`. */
type CloseProps = { onClose?: () => void; open?: boolean; onOpenChange?: (open: boolean) => void }

/**
 * A lazily loaded part of a screen. While the code of an overlay loads, an empty frame shows that it is opening. If its chunk fails to load, the screen around it stays mounted with its state: an
 * overlay is closed again with a toast, and an inline part offers to try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { overlay = 'dialog' }: { overlay?: OverlayKind } = {},
) {
  const LazyComponent = lazyScreen(load)
  function Part(props: Props) {
    const { onClose, open = true, onOpenChange }: CloseProps = props
    const close = onClose ?? (onOpenChange && (() => onOpenChange(false)))
    return (
      <PartBoundary close={close} isOpen={open}>
        {close ? (
          <Suspense fallback={open && <OverlayFrame kind={overlay} onClose={close} />}>
            <LazyComponent {...props} />
          </Suspense>
        ) : (
          <LazyComponent {...props} />
        )}
      </PartBoundary>
    )
  }
  return Object.assign(Part, { preload: LazyComponent.preload })
}

type PartBoundaryProps = { close: (() => void) | undefined; isOpen: boolean; children: ReactNode }
type PartBoundaryState = { error: unknown; wasOpen: boolean }

const cause = t(
  'The connection was lost or a new version of Lockstep is available. Try again; if that doesn’t help, reload the page.',
)

class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { error: null, wasOpen: this.props.isOpen }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ isOpen }: PartBoundaryProps, { wasOpen }: PartBoundaryState) {
    if (isOpen === wasOpen) return null
    return isOpen ? { error: null, wasOpen: true } : { wasOpen: false }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError)) return
    error.reset()
    const { close } = this.props
    if (!close) return
    toast({ title: t('That couldn’t be opened'), description: cause, variant: 'destructive' })
    close()
  }

  override render() {
    const { close, children } = this.props
    const { error } = this.state
    if (!error) return children
    // Other errors belong to the error boundary of the page.
    if (!(error instanceof ChunkLoadError)) throw error
    if (close) return null
    return (
      <div className="p-3">
        <Alert
          tone="danger"
          title={t('This part of the page couldn’t be loaded')}
          action={
            <Button size="small" onClick={() => this.setState({ error: null })}>
              {t('Try again')}
            </Button>
          }
        >
          {cause}
        </Alert>
      </div>
    )
  }
}
