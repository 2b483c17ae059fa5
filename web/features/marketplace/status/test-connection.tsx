import PlugZap from 'lucide-react/icons/plug-zap'
import { type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useAmazonBlockReason } from '#web/shared/use-amazon-block.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useTestConnection } from './api.ts'

const testBlockReason = ({ hasCredentials }: AmazonStatus) =>
  hasCredentials ? null : 'There is no Amazon account to test yet.'

export function TestConnection() {
  const testConnection = useTestConnection()
  const block = useAmazonBlockReason(testBlockReason)
  const face = (
    <>
      <PlugZap aria-hidden />
      Test Connection
    </>
  )
  if (block) return <BlockedButton reason={block}>{face}</BlockedButton>
  return (
    <PermittedButton
      access={marketplaceApi.test.access}
      task="test the connection"
      isPending={testConnection.isPending}
      onClick={() => testConnection.mutate()}
    >
      {face}
    </PermittedButton>
  )
}
