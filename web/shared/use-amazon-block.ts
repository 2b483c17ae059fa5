import { useAmazonStatus } from './use-amazon-status.ts'

/** Why nothing can be synced with Amazon now; null when it can. */
export function useAmazonBlock(): string | null {
  const { data, error } = useAmazonStatus()
  if (data) return data.isConnected ? null : 'No Amazon account is connected.'
  return error ? 'Whether Amazon is connected couldn’t be loaded.' : 'Loading...'
}
