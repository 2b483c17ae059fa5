import { channelsApi } from '#contract/channels.ts'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AddChannelButton } from './add-channel-button.tsx'
import { AddChannelForm } from './add-channel-form.tsx'

export function AddChannel({ onCreated }: { onCreated: (channelId: string) => void }) {
  const { isOpen, close } = useUrlDialog('channel', channelsApi.create.access)
  return (
    <>
      <AddChannelButton label="Add Channel" />
      <Dialog
        open={isOpen}
        onOpenChange={close}
        title="Add Channel"
        description="Its keys are made for you. How to connect it comes next."
      >
        <AddChannelForm
          onCancel={close}
          onCreated={(channelId) => {
            close()
            onCreated(channelId)
          }}
        />
      </Dialog>
    </>
  )
}
