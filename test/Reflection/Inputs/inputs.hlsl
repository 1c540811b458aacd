struct Input {
  float3 position : POSITION;
  float4x4 world : TEXCOORD3;
  float4 color : COLOR1;
  float2 thing : MYTHING7;
};
float4 main(Input input) : SV_Position {
  return mul(float4(input.position, 1), input.world) + input.color + input.thing.xyxy;
}
