import { useState } from 'react'
import type { ConnectAttempt } from '#contract/channel-connect.ts'
import { LoadError, QueryContent } from '#web/shared/query-content.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useBeginConsent, useConnectAttempt, useConnectedShop } from './api.ts'
import { ConnectShop } from './connect-shop.tsx'
import { FirstLook } from './first-look.tsx'

type ConsentReturnProps = {
  attemptId: string
  /** Whether the shop's consent page says that access was denied. */
  isDenied: boolean
  onClose: () => void
  onMatch: (channelId: string) => void
}

/** Where the shop's consent page returns to: waits for the shop's key, and then shows the shop or the problem. */
export function ConsentReturn({ attemptId, isDenied, onClose, onMatch }: ConsentReturnProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Connect WooCommerce">
      <AttemptContent attemptId={attemptId} isDenied={isDenied} onClose={onClose} onMatch={onMatch} />
    </Dialog>
  )
}

/** Milliseconds. The key is sent before the browser comes back, so a shop that takes longer has sent none. */
const patience = 20_000

function AttemptContent({ attemptId, isDenied, ...rest }: ConsentReturnProps) {
  const [pastesKeys, setPastesKeys] = useState(false)
  const query = useConnectAttempt(attemptId)
  const { data: attempt, error, isFetching, refetch, dataUpdatedAt } = query
  const [firstReadAt, setFirstReadAt] = useState(0)
  if (firstReadAt === 0 && dataUpdatedAt > 0) setFirstReadAt(dataUpdatedAt)
  const isLate = dataUpdatedAt - firstReadAt > patience

  if (!attempt) {
    if (!error) return <Spinner />
    return <LoadError what="The connection" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  const { status, siteUrl } = attempt
  const channelId = attempt.channelId ?? undefined
  if (pastesKeys) {
    return (
      <ConnectShop
        type="woocommerce"
        channelId={channelId}
        siteUrl={siteUrl}
        pastesKeys
        onCancel={rest.onClose}
        onMatch={rest.onMatch}
      />
    )
  }
  if (status === 'connected' && channelId) return <ConnectedContent {...rest} channelId={channelId} />
  if (status === 'waiting' && !isDenied && !isLate) return <Spinner label={`Waiting for ${siteUrl}…`} />
  return <Problem attempt={attempt} isDenied={isDenied} onPasteKeys={() => setPastesKeys(true)} />
}

type ConnectedContentProps = Pick<ConsentReturnProps, 'onClose' | 'onMatch'> & { channelId: string }

function ConnectedContent({ channelId, onClose, onMatch }: ConnectedContentProps) {
  const query = useConnectedShop(channelId)
  return (
    <QueryContent what="The shop" query={query}>
      {(shop) => <FirstLook shop={shop} onClose={onClose} onMatch={() => onMatch(channelId)} />}
    </QueryContent>
  )
}

type ProblemProps = { attempt: ConnectAttempt; isDenied: boolean; onPasteKeys: () => void }

function Problem({ attempt, isDenied, onPasteKeys }: ProblemProps) {
  const { siteUrl, channelId, status } = attempt
  const beginConsent = useBeginConsent()
  return (
    <div className="grid gap-4">
      <Alert tone="danger" title={isRefused(status, isDenied) ? 'Access was denied' : 'The shop is not connected'}>
        {attempt.problem ?? (isRefused(status, isDenied) ? deniedText(siteUrl) : lateText(siteUrl))}
      </Alert>
      <ServerErrorAlert error={beginConsent.error} />
      <DialogActions>
        <Button onClick={onPasteKeys}>Paste keys instead</Button>
        <Button
          variant="primary"
          isPending={beginConsent.isPending}
          onClick={() => beginConsent.mutate({ siteUrl, ...(channelId && { channelId }) })}
        >
          Try again
        </Button>
      </DialogActions>
    </div>
  )
}

const isRefused = (status: ConnectAttempt['status'], isDenied: boolean) => status === 'refused' || isDenied

const deniedText = (siteUrl: string) => `Lockstep was not approved at ${siteUrl}. Press Approve there to connect.`

const lateText = (siteUrl: string) =>
  `${siteUrl} has sent no key. Its host may block such calls. Try again, or create the keys in WooCommerce and paste them here.`
