import { useState } from 'react'
import type { ConnectAttempt } from '#contract/channel-connect.ts'
import { t } from '#contract/i18n.ts'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { LoadError, QueryContent } from '#web/shared/query-content.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
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
    <FormDialog title={t('Connect WooCommerce')} onClose={onClose}>
      {(dialog) => (
        <AttemptContent attemptId={attemptId} isDenied={isDenied} dialog={dialog} onClose={onClose} onMatch={onMatch} />
      )}
    </FormDialog>
  )
}

/** Milliseconds. The key is sent before the browser comes back, so a shop that takes longer has sent none. */
const patience = 20_000

function AttemptContent({ attemptId, isDenied, dialog, ...rest }: ConsentReturnProps & { dialog: FormDialogControl }) {
  const [pastesKeys, setPastesKeys] = useState(false)
  const query = useConnectAttempt(attemptId)
  const { data: attempt, error, isFetching, refetch, dataUpdatedAt } = query
  const [firstReadAt, setFirstReadAt] = useState(0)
  if (firstReadAt === 0 && dataUpdatedAt > 0) setFirstReadAt(dataUpdatedAt)
  const isLate = dataUpdatedAt - firstReadAt > patience

  if (!attempt) {
    if (!error) return <Spinner />
    return <LoadError what={t('The connection')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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
        dialog={dialog}
        onMatch={rest.onMatch}
      />
    )
  }
  if (status === 'connected' && channelId) return <ConnectedContent {...rest} channelId={channelId} />
  if (status === 'waiting' && !isDenied && !isLate) return <Spinner label={t('Waiting for {siteUrl}…', { siteUrl })} />
  return <Problem attempt={attempt} isDenied={isDenied} onPasteKeys={() => setPastesKeys(true)} />
}

type ConnectedContentProps = Pick<ConsentReturnProps, 'onClose' | 'onMatch'> & { channelId: string }

function ConnectedContent({ channelId, onClose, onMatch }: ConnectedContentProps) {
  const query = useConnectedShop(channelId)
  return (
    <QueryContent what={t('The shop')} query={query}>
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
      <Alert
        tone="danger"
        title={isRefused(status, isDenied) ? t('Access was denied') : t('The shop is not connected')}
      >
        {attempt.problem ?? (isRefused(status, isDenied) ? deniedText(siteUrl) : lateText(siteUrl))}
      </Alert>
      <ServerErrorAlert error={beginConsent.error} />
      <DialogActions>
        <Button onClick={onPasteKeys}>{t('Paste keys instead')}</Button>
        <Button
          variant="primary"
          isPending={beginConsent.isPending}
          onClick={() => beginConsent.mutate({ siteUrl, ...(channelId && { channelId }) })}
        >
          {t('Try again')}
        </Button>
      </DialogActions>
    </div>
  )
}

const isRefused = (status: ConnectAttempt['status'], isDenied: boolean) => status === 'refused' || isDenied

const deniedText = (siteUrl: string) =>
  t('Lockstep wasn’t approved on {siteUrl}. Press Approve there to connect.', { siteUrl })

const lateText = (siteUrl: string) =>
  t(
    'No key received from {siteUrl}. Its host may be blocking these requests. Try again, or create the keys in WooCommerce and paste them here.',
    { siteUrl },
  )
