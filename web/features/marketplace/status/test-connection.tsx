import PlugZap from 'lucide-react/icons/plug-zap'
import { type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useTestConnection } from './api.ts'

export function TestConnection({ status }: { status: AmazonStatus | undefined }) {
  const testConnection = useTestConnection()
  const face = (
    <>
      <PlugZap aria-hidden />
      Test Connection
    </>
  )
  if (!status?.hasCredentials) {
    return (
      <BlockedButton reason={status ? 'There is no Amazon account to test yet.' : 'Loading...'}>{face}</BlockedButton>
    )
  }
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
