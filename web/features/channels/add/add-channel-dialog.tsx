import { Dialog } from '#web/ui/dialog.tsx'
import { AddChannelForm } from './add-channel-form.tsx'

type AddChannelDialogProps = { onCreated: (channelId: string) => void; onClose: () => void }

export function AddChannelDialog({ onCreated, onClose }: AddChannelDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Channel"
      description="Its keys are made for you. How to connect it comes next."
    >
      <AddChannelForm
        onCancel={onClose}
        onCreated={(channelId) => {
          onClose()
          onCreated(channelId)
        }}
      />
    </Dialog>
  )
}
