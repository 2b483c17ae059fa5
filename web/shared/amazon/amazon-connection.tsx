import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { t } from '#contract/i18n.ts'
import { type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { call } from '#web/lib/api.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { PermittedButton } from '../permitted-button.tsx'

type ConnectedButtonProps = ComponentProps<typeof PermittedButton> & {
  /** A further reason to block the button. */
  blockReason?: string | null
}

/** A PermittedButton that is blocked, with the reason, while no Amazon account is connected. */
export function ConnectedButton({
  blockReason = null,
  access,
  task,
  onClick,
  isPending,
  ...button
}: ConnectedButtonProps) {
  const reason = useAmazonBlockReason() ?? blockReason
  return reason ? (
    <BlockedButton {...button} reason={reason} />
  ) : (
    <PermittedButton {...button} access={access} task={task} isPending={isPending ?? false} onClick={onClick} />
  )
}

const syncBlockReason = ({ isConnected }: AmazonStatus) => (isConnected ? null : t('No Amazon account is connected.'))

/** Why an action is blocked by the state of the Amazon connection (by default a sync); null when it is possible. */
export function useAmazonBlockReason(
  blockReasonOf: (status: AmazonStatus) => string | null = syncBlockReason,
): string | null {
  const { data, error } = useAmazonStatus()
  if (data) return blockReasonOf(data)
  return error ? t('The Amazon connection couldn’t be loaded.') : t('Loading...')
}

const pollingInterval = 30_000

export function useAmazonStatus() {
  return useQuery({
    queryKey: ['marketplace', 'status'],
    queryFn: ({ signal }) => call(marketplaceApi.status, {}, { signal }),
    refetchInterval: pollingInterval,
  })
}
