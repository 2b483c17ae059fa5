import { Suspense } from 'react'
import { channelsApi } from '#contract/channels.ts'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { AddChannelDialog } from '../later-parts.ts'
import { AddChannelButton } from './add-channel-button.tsx'

export function AddChannel({ onCreated }: { onCreated: (channelId: string) => void }) {
  const { isOpen, close } = useUrlDialog('channel', channelsApi.create.access)
  return (
    <>
      <AddChannelButton label="Add Channel" />
      <Suspense>{isOpen && <AddChannelDialog onCreated={onCreated} onClose={close} />}</Suspense>
    </>
  )
}
