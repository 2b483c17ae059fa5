import { AddressField } from '../address-field.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { FeedAddress } from '../keys/feed-address.tsx'
import { SecretLine } from '../keys/secret-line.tsx'
import { type GuideProps, GeneralLink, RevealSecrets, Step, Steps } from './guide-parts.tsx'

export function MetaShopsGuide({ channel, secrets, onGeneral }: GuideProps) {
  const general = <GeneralLink onClick={onGeneral} />
  return (
    <>
      <DrawerSection title="Let Lockstep in" description="In Meta Business Suite and Commerce Manager.">
        <Steps>
          <Step
            text={
              <>
                In Business settings › Users › System users, add a system user, assign it your catalog and commerce
                account with full control, and generate a token that never expires with the permissions
                catalog_management, commerce_account_read_orders and commerce_account_manage_orders.
              </>
            }
          />
          <Step text={<>Copy the token into Access token in {general}.</>} />
          <Step
            text={
              <>
                Copy the Commerce account ID (Commerce Manager › Settings) and the Catalog ID (Catalog › Settings) into{' '}
                {general}, save and press Test.
              </>
            }
          />
        </Steps>
      </DrawerSection>
      <DrawerSection
        title="Hear of orders at once"
        description="Optional: Lockstep also asks Meta every few minutes, so that no order is missed. In the Meta app, under Webhooks, subscribe with these."
      >
        <AddressField label="Callback URL" address={channel.intakeUrl} />
        <div>
          <p className="font-medium">Verify token</p>
          <SecretLine label="verify token" name="webhookSecret" masked={channel.webhookSecret} secrets={secrets} />
        </div>
      </DrawerSection>
      <DrawerSection
        title="Keep the catalog by a feed instead"
        description="For a catalog that Lockstep has no token for. In Commerce Manager, under Catalog › Data sources › Add items, choose Data feed and paste this address, to be read every hour. Use the feed or the token, not both: they would undo each other’s changes."
      >
        <RevealSecrets names={['feedKey']} channel={channel} secrets={secrets} />
        <FeedAddress label="Data feed URL" format="xml" hasPlaceholder channel={channel} secrets={secrets} />
      </DrawerSection>
    </>
  )
}
