# This file is maintained automatically by "terraform init".
provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.60.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:4c0BlJDuaSW66TvzmpM659cSvR1fCmcAM6I0rlX8rAM=",
    "h1:sveF2KKi2BEZTONwznUvbgID7DQJqa71mB2+alZalHg=",
    "zh:bd60340f6089b460ddc9f273382813e5b556fd05273e041aaa9a87ca5fc0adf9",
    "zh:d5944721a2fe7a16ecbddf2c9771d23ba46ac6651ec1674c47266af3d30bff81",
    "zh:1c5acf3bb981b9732a75af76acebf13c121e90c4f2b44132d8108f22c232c92f",
    "zh:5a720eafccc2055a62b4b3ff35585268c2729f8ff866e81e041be969047b7514",
    "zh:8456a8c09549719758eb775eefcc226c9eef3adc2985fe7e96a4f50b6d718c93",
    "zh:c08628a0c67ce1b85487642bd41309459e764ea71db00e5059381fc5037cf6cd",
  ]
}
