import { rich } from '#web/shared/rich.tsx'
import { t } from '#contract/i18n.ts'
import { AddressField } from '../address-field.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { FeedAddress } from '../keys/feed-address.tsx'
import { SecretLine } from '../keys/secret-line.tsx'
import { type GuideProps, GeneralLink, RevealSecrets, Step, Steps } from './guide-parts.tsx'

export function MetaShopsGuide({ channel, secrets, onGeneral }: GuideProps) {
  const general = <GeneralLink onClick={onGeneral} />
  return (
    <>
      <DrawerSection title={t('Give Lockstep access')} description={t('In Meta Business Suite and Commerce Manager.')}>
        <Steps>
          <Step
            text={t(
              'In Business settings › Users › System users, add a system user, assign it your catalog and commerce account with full control, and generate a token that never expires with the catalog_management, commerce_account_read_orders and commerce_account_manage_orders permissions.',
            )}
          />
          <Step text={rich(t('Copy the token into Access token in {general}.'), { general })} />
          <Step
            text={rich(
              t(
                'Copy the Commerce account ID (Commerce Manager › Settings) and the Catalog ID (Catalog › Settings) into {general}, save and press Test.',
              ),
              { general },
            )}
          />
        </Steps>
      </DrawerSection>
      <DrawerSection
        title={t('Get orders instantly (optional)')}
        description={t(
          'Lockstep also checks Meta every few minutes, so no order is missed. In the Meta app, under Webhooks, subscribe with these values.',
        )}
      >
        <AddressField label={t('Callback URL')} address={channel.intakeUrl} />
        <div>
          <p className="font-medium">{t('Verify token')}</p>
          <SecretLine label={t('verify token')} name="webhookSecret" masked={channel.webhookSecret} secrets={secrets} />
        </div>
      </DrawerSection>
      <DrawerSection
        title={t('Or use a catalog feed')}
        description={t(
          'For catalogs without an access token in Lockstep. In Commerce Manager, under Catalog › Data sources › Add items, choose Data feed, paste this address and schedule it hourly. Use the feed or the token, not both: they would overwrite each other’s changes.',
        )}
      >
        <RevealSecrets names={['feedKey']} channel={channel} secrets={secrets} />
        <FeedAddress label={t('Data feed URL')} format="xml" hasPlaceholder channel={channel} secrets={secrets} />
      </DrawerSection>
    </>
  )
}
