import type { AmazonStatus } from '#contract/marketplace.ts'
import { useAmazonStatus } from './use-amazon-status.ts'

const syncBlockReason = ({ isConnected }: AmazonStatus) => (isConnected ? null : 'No Amazon account is connected.')

/** Why something can't be done with Amazon now, by default syncing; null when it can. */
export function useAmazonBlockReason(
  blockReasonOf: (status: AmazonStatus) => string | null = syncBlockReason,
): string | null {
  const { data, error } = useAmazonStatus()
  if (data) return blockReasonOf(data)
  return error ? 'Whether Amazon is connected couldn’t be loaded.' : 'Loading...'
}
