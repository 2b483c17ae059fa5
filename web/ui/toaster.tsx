import { cva } from 'class-variance-authority'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/toast'
import { useSyncExternalStore } from 'react'
import { t } from '#contract/i18n.ts'
import { buttonVariants } from './button.tsx'
import { currentToast, dismissToast, subscribeToToasts } from './toast.ts'

const duration = 5000
/** A toast with a button stays until it can be read and reached. */
const durationWithAction = 15_000
const swipeThreshold = 50

const toastStyles = cva(
  [
    'grid w-full animate-pop grid-cols-[auto_1fr_auto] items-start gap-x-3 rounded-lg border bg-raised py-3 pr-2 pl-4 text-ink shadow-overlay',
    'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
  ],
  { variants: { variant: { default: 'border-line', destructive: 'border-danger' } } },
)

export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast)
  const Icon = toast?.variant === 'destructive' ? CircleAlert : CircleCheck

  return (
    <Radix.Provider
      label={t('Notification')}
      duration={duration}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
    >
      {toast && (
        <Radix.Root
          key={toast.id}
          open
          duration={toast.action ? durationWithAction : duration}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          className={toastStyles({ variant: toast.variant })}
          // A dialog that is open, or just closing, takes the pointer away from everything else.
          style={{ pointerEvents: 'auto' }}
        >
          <Icon
            aria-hidden
            className={toast.variant === 'destructive' ? 'mt-2 size-5 text-danger' : 'mt-2 size-5 text-success'}
          />
          <div className="min-w-0 py-2 wrap-anywhere">
            <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className="mt-0.5 text-muted">{toast.description}</Radix.Description>
            )}
            {toast.action && (
              <Radix.Action
                altText={t('{label}: press F8 to go to this message', { label: toast.action.label })}
                onClick={toast.action.onSelect}
                className={buttonVariants({ size: 'small', className: 'mt-2' })}
              >
                {toast.action.label}
              </Radix.Action>
            )}
          </div>
          <Radix.Close aria-label={t('Close')} className={buttonVariants({ variant: 'quiet', size: 'icon' })}>
            <X aria-hidden />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        label={t('Notifications ({hotkey})')}
        hotkey={['F8']}
        className="fixed right-0 bottom-16 z-60 w-full p-4 outline-none sm:w-104 sm:max-w-full"
      />
    </Radix.Provider>
  )
}
