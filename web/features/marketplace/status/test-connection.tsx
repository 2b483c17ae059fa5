import PlugZap from 'lucide-react/icons/plug-zap'
import { type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useAmazonBlock } from '#web/shared/use-amazon-block.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useTestConnection } from './api.ts'

const blockOfTests = ({ hasCredentials }: AmazonStatus) =>
  hasCredentials ? null : 'There is no Amazon account to test yet.'

export function TestConnection() {
  const testConnection = useTestConnection()
  const block = useAmazonBlock(blockOfTests)
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
      deed="test the connection"
      isPending={testConnection.isPending}
      onClick={() => testConnection.mutate()}
    >
      {face}
    </PermittedButton>
  )
}
