/** The parts of this service that other services may use. */
export { defaultTipSettings, previewTip, setTip, tipChoices } from "./tips.ts";
