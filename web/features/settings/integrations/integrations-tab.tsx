import { AmazonCard } from './amazon-card.tsx'
import { EmailCard } from './email-card.tsx'

export function IntegrationsTab() {
  return (
    <>
      <AmazonCard />
      <EmailCard />
    </>
  )
}
