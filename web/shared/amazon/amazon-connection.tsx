import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { call } from '#web/lib/api.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { PermittedButton } from '../permitted-button.tsx'

type ConnectedButtonProps = ComponentProps<typeof PermittedButton> & {
  /** Another reason why it can't be pressed now. */
  blockReason?: string | null
}

/** A button for what needs a connected Amazon account; without one it says so. */
export function ConnectedButton({
  blockReason = null,
  access,
  task,
  onClick,
  isPending,
  ...face
}: ConnectedButtonProps) {
  const reason = useAmazonBlockReason() ?? blockReason
  return reason ? (
    <BlockedButton {...face} reason={reason} />
  ) : (
    <PermittedButton {...face} access={access} task={task} isPending={isPending ?? false} onClick={onClick} />
  )
}

const syncBlockReason = ({ isConnected }: AmazonStatus) => (isConnected ? null : 'No Amazon account is connected.')

/** Why something can't be done with Amazon now, by default syncing; null when it can. */
export function useAmazonBlockReason(
  blockReasonOf: (status: AmazonStatus) => string | null = syncBlockReason,
): string | null {
  const { data, error } = useAmazonStatus()
  if (data) return blockReasonOf(data)
  return error ? 'Whether Amazon is connected couldn’t be loaded.' : 'Loading...'
}

const pollingInterval = 30_000

export function useAmazonStatus() {
  return useQuery({
    queryKey: ['marketplace', 'status'],
    queryFn: ({ signal }) => call(marketplaceApi.status, {}, { signal }),
    refetchInterval: pollingInterval,
  })
}
