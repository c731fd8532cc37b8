export { contents, describeFile, files, storeFile, uploadedSize, uploads } from "./files.ts";
